"""The apps that every phone has: one folder each, made with :mod:`crab_android.phone.kit` alone."""
