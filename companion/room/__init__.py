"""The tables, stations, cameras and lights of one place, put together."""
