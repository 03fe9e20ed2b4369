import { type Html, html } from './html.ts';
import type { PageFiles } from './page-files.ts';

/** The frame of all pages of the reference. */
export const pageHtml = (title: string, files: PageFiles, main: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${files.styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${files.script === undefined ? undefined : html`<script type="module" src="${files.script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="/docs">Openslot API</a>
<nav aria-label="Openslot"><a href="/app/">Open Openslot</a> <a href="/docs/errors">Error codes</a> <a href="/docs/openapi.json" download>OpenAPI (JSON)</a> <a href="/docs/openapi.yaml" download>OpenAPI (YAML)</a></nav></header>
${main}
</body>
</html>
`.text;
