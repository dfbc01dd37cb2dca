"""HTTP around the routes: the application, bodies, limits, proxies, files and errors."""
