import {
  type ApiDescription,
  anchorOf,
  type Operation,
  operationAddress,
  operationsOf,
  slugOf,
} from './api-description.ts';
import { type Html, html, prose } from './html.ts';

/** All groups and operations. What an operation takes and returns is loaded when it is opened. */
export function overviewHtml(description: ApiDescription): Html {
  const { info, servers = [], tags = [] } = description;
  const operations = operationsOf(description);
  const groups = tags.map((tag) => ({ ...tag, operations: operations.filter((each) => each.tag === tag.name) }));
  return html`<div class="columns">
<nav class="groups" aria-label="Groups">
<label class="filter" data-filter hidden><span>Filter</span><input type="search" placeholder="Path or text" autocomplete="off"></label>
<ul>${groups.map(({ name }) => html`<li><a href="#tag/${slugOf(name)}">${name}</a></li>`)}</ul>
</nav>
<main id="content" tabindex="-1">
<h1>Openslot API reference</h1>
<p class="soft">Version ${info.version} · ${operations.length} operations</p>
<p>${prose(info.description ?? '')}</p>
${servers.map(({ url, description: of = '' }) => html`<p>${of}: <code>${url}</code></p>`)}
<h2 id="authentication">Authentication</h2>
<p>Send an API key in the header <code>X-API-KEY</code> (or <code>Ocp-Apim-Subscription-Key</code>), or a token as <code>Authorization: Bearer …</code>. Requests from this page use your session if you are signed in.</p>
<p role="status" data-found></p>
${groups.map(groupHtml)}
</main>
</div>`;
}

const groupHtml = (group: {
  readonly name: string;
  readonly description?: string;
  readonly operations: readonly Operation[];
}): Html => html`<section class="group" aria-labelledby="tag/${slugOf(group.name)}">
<h2 id="tag/${slugOf(group.name)}">${group.name}</h2>
<p>${prose(group.description ?? '')}</p>
${group.operations.map(lineHtml)}
</section>
`;

const lineHtml = (operation: Operation): Html => html`<details class="operation" id="${anchorOf(operation)}"${
  operation.deprecated ? html` data-deprecated` : undefined
}><summary>${headHtml(operation)}</summary><p><a href="${operationAddress(operation)}">Details</a></p></details>
`;

/** Method, path and summary. */
export const headHtml = ({ method, path, summary = '' }: Operation): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="summary">${summary}</span>`;
