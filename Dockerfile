# A process of the house, with its coach, and the pictures and par sheets of its page. See docs/operating.md.
FROM python:3.12-slim
WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE hatch_build.py ./
COPY docs/rulings.md docs/rulings.md
COPY src src
COPY tests tests
RUN pip install --no-cache-dir -c constraints.txt '.[report,serve]' && rm -r tests
RUN useradd --create-home house && mkdir /data && chown house /data
USER house
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/health', timeout=3)"]
ENTRYPOINT ["pitboss", "serve", "--host", "0.0.0.0"]
