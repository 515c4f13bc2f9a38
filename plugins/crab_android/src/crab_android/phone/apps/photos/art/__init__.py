"""The pictures that a made-up phone has, drawn for this project; only ``draw.py`` needs them."""
