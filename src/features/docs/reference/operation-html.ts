import type { Content, Operation, Parameter } from './api-description.ts';
import { exampleValue } from './example-value.ts';
import { type Html, html, prose } from './html.ts';
import { fieldsOf, limitsOf, type Schemas, typeName, valuesOf } from './schema-html.ts';

/** Everything about one operation: parameters, body, responses, an example, and a form that sends it. */
export function operationHtml(operation: Operation, schemas: Schemas): Html {
  const { parameters = [], requestBody, responses = {}, description, deprecated, security } = operation;
  const body = firstContent(requestBody?.content);
  const example = body && bodyExample(body, schemas);
  return html`<article data-operation>
${deprecated ? html`<p class="note">Deprecated.</p>` : undefined}
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${security?.length === 0 ? html`<p class="soft">Needs no credential.</p>` : undefined}
${parameters.length === 0 ? undefined : html`<h2>Parameters</h2><ul class="fields">${parameters.map(parameterHtml)}</ul>`}
${body && html`<h2>Request body</h2>${contentHtml(requestBody?.content, schemas)}`}
<h2>Responses</h2>${Object.entries(responses).map(([status, response]) => responseHtml(status, response, schemas))}
<h2>Example</h2><pre tabindex="0"><code>${curlOf(operation, body?.type, example)}</code></pre>
${tryForm(operation, body?.type, example)}
</article>`;
}

const PLACES: Readonly<Record<Parameter['in'], string>> = {
  path: 'in the path',
  query: 'query',
  header: 'header',
  cookie: 'cookie',
};

function parameterHtml({ name, in: place, required, description, schema = {} }: Parameter): Html {
  const limits = limitsOf(schema);
  return html`<li><code class="name">${name}</code> <span class="type">${typeName(schema)}</span> <span class="soft">${PLACES[place]}${
    limits === '' ? '' : ` · ${limits}`
  }</span>${required ? html` <span class="required">required</span>` : undefined}${
    description ? html`<div>${prose(description)}</div>` : undefined
  }${valuesOf(schema)}</li>`;
}

interface TypedContent {
  readonly type: string;
  readonly schema: NonNullable<Content[string]['schema']>;
}

function firstContent(content: Content | undefined): TypedContent | undefined {
  const [first] = Object.entries(content ?? {});
  return first && { type: first[0], schema: first[1].schema ?? {} };
}

function contentHtml(content: Content | undefined, schemas: Schemas): Html {
  const types = Object.keys(content ?? {});
  const { schema = {} } = firstContent(content) ?? {};
  return html`<p><span class="type">${typeName(schema)}</span> <span class="soft">${types.join(', ')}</span></p>${fieldsOf(schema, schemas)}`;
}

function responseHtml(
  status: string,
  { description = '', content }: NonNullable<Operation['responses']>[string],
  schemas: Schemas,
): Html {
  // What the generator writes where there is no description.
  const text = description === 'Default Response' ? '' : description;
  const title = html`<code>${status}</code> ${prose(text)}`;
  return content
    ? html`<details class="response"><summary>${title}</summary>${contentHtml(content, schemas)}</details>`
    : html`<p>${title}</p>`;
}

const isJson = (type: string): boolean => /[/+]json$/.test(type);

function bodyExample({ type, schema }: TypedContent, schemas: Schemas): string {
  const value = exampleValue(schema, schemas);
  if (isJson(type)) return JSON.stringify(value, null, 2);
  if (type === 'application/x-www-form-urlencoded' && typeof value === 'object' && value !== null)
    return new URLSearchParams(
      Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)])),
    ).toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Values of the path keep their name: {id}. */
function curlOf({ method, path, parameters = [], security }: Operation, type?: string, example?: string): string {
  const query = parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => `${name}=…`);
  const url = `$OPENSLOT_URL${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(security?.length === 0 ? [] : ['-H "X-API-KEY: $OPENSLOT_API_KEY"']),
    ...(type === undefined ? [] : [`-H "Content-Type: ${type}"`]),
    ...(example === undefined ? [] : [`-d '${example.replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

/** Shown by the script of the page; without it nothing could be sent. */
function tryForm({ method, path, parameters = [] }: Operation, type?: string, example = ''): Html {
  const sent = parameters.filter((each) => each.in !== 'cookie');
  return html`<form class="try" data-try data-method="${method}" data-path="${path}" hidden>
<h2>Try it</h2>
<p class="soft" data-caller></p>
${sent.map(
  (each) =>
    html`<label><span>${each.name}${each.required ? ' (required)' : ''}</span><input data-in="${each.in}" name="${each.name}" autocomplete="off"${
      each.required ? html` required` : undefined
    }></label>`,
)}
${
  type === undefined
    ? undefined
    : html`<label><span>Body (${type})</span><textarea data-body data-type="${type}" rows="8" spellcheck="false">${example}</textarea></label>`
}
<p><button type="submit">Send ${method} request</button> <button type="button" data-stop hidden>Stop</button></p>
<div data-answer role="status"></div>
</form>`;
}
