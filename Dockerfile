# A server of one's own in one container: see docs/at-home.md.
FROM node:22-bookworm-slim
RUN mkdir /app /data && chown node:node /app /data
USER node
WORKDIR /app
COPY --chown=node:node . .
RUN npm ci --include=dev --no-audit --no-fund
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "cli/bootstrap.mjs", "serve", "--data", "/data", "--listen", "0.0.0.0:8080"]
