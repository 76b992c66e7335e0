# The bot with its gate; keeps its SQLite database in /data unless NEGMEM_DATABASE_URL says otherwise.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE manifest.yml ./
COPY bot ./bot
RUN pip install --no-cache-dir --prefix=/installed .

FROM python:3.13-slim
COPY --from=build /installed /usr/local
RUN useradd --create-home negmem && mkdir /data && chown negmem /data
WORKDIR /data
USER negmem
ENV NEGMEM_DATABASE_URL=sqlite:////data/negmem.db NEGMEM_GATE=0.0.0.0:8787 NEGMEM_HTTP=0.0.0.0:3000
VOLUME /data
EXPOSE 8787 3000
CMD ["negmem", "serve"]
