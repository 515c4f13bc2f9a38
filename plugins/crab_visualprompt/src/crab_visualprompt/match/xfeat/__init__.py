"""XFeat: light local features by a small network (Potje et al., CVPR 2024, arXiv 2404.19174). Needs torch."""
