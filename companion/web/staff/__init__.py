"""The pages of those who run the house: all tables at a glance, the stations, their tablets, the server."""
