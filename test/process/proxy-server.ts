import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import { adjusted, pageBlocks } from '../support/page-blocks.ts';
import { type Place, type Process, until } from './process.ts';

const PAGE = 'docs/guides/operate/reverse-proxy.md';
const NAME = 'openslot.example.com';

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A real reverse proxy with the configuration of the guide to reverse proxies, in front of a service on this port. */
export type StartProxy = (place: Place, servicePort: number, port: number) => Promise<Process>;

/** The certificate that an operator would have bought. */
function makeCertificate(folder: string): { crt: string; key: string } {
  const [crt, key] = [path.join(folder, 'proxy.crt'), path.join(folder, 'proxy.key')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...request, '-subj', `/CN=${NAME}`, '-keyout', key, '-out', crt], { stdio: 'ignore' });
  return { crt, key };
}

export const startNginx: StartProxy = async (place, servicePort, port) => {
  const folder = path.join(place.home, 'nginx');
  await mkdir(folder);
  // Workers of nginx run under an account of their own.
  await Promise.all([place.home, folder].map((each) => chmod(each, 0o755)));
  const { crt, key } = makeCertificate(folder);
  const [block = ''] = pageBlocks(PAGE, '## nginx', 'nginx');
  const site = adjusted(block, {
    '127.0.0.1:8080': `127.0.0.1:${servicePort}`,
    'listen 443 ': `listen 127.0.0.1:${port} `,
    [`/etc/ssl/${NAME}.crt`]: crt,
    [`/etc/ssl/${NAME}.key`]: key,
  });
  // What the main file of an installation brings.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr warn;
    events {} http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  await writeFile(path.join(folder, 'site.conf'), site);
  await writeFile(path.join(folder, 'nginx.conf'), main);
  return answering(place.spawn(['nginx', '-p', folder, '-c', path.join(folder, 'nginx.conf')]), port);
};

export const startCaddy: StartProxy = async (place, servicePort, port) => {
  const folder = path.join(place.home, 'caddy');
  await mkdir(folder);
  const [block = ''] = pageBlocks(PAGE, '## Caddy', 'caddyfile');
  // For a local name Caddy signs the certificate itself; nothing leaves this machine.
  const site = adjusted(block, { [NAME]: `localhost:${port}`, '127.0.0.1:8080': `127.0.0.1:${servicePort}` });
  const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n\tstorage file_system ${folder}\n}\n`;
  await writeFile(path.join(folder, 'Caddyfile'), `${options}${site}`);
  const config = path.join(folder, 'Caddyfile');
  return answering(place.spawn(['caddy', 'run', '--adapter', 'caddyfile', '--config', config]), port);
};

async function answering(started: Process, port: number): Promise<Process> {
  let over = false;
  void started.ended.then(() => {
    over = true;
  });
  await until(async () => {
    if (over) throw new Error(`the proxy ended: ${started.stdout()}${started.stderr()}`);
    const answer = await sendTo(port, '/health/live').catch(() => undefined);
    return answer?.status === 200;
  }, 'the proxy');
  return started;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export interface ProxyRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where the client comes from: the whole of 127.0.0.0/8 is this machine. */
  readonly from?: string;
  /** Gets the body as it comes in. */
  readonly onText?: (text: string, close: () => void) => void;
}

const agent = new https.Agent({ keepAlive: false });

/** A request by HTTPS to the proxy. */
export function sendTo(port: number, target: string, request: ProxyRequest = {}): Promise<ProxyAnswer> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1', onText } = request;
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      path: target,
      method,
      localAddress: from,
      agent,
      rejectUnauthorized: false,
      headers: {
        host: `localhost:${port}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    };
    const sent = https.request(options, (response) => {
      let text = '';
      const done = (): void => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        onText?.(text, () => {
          done();
          sent.destroy();
        });
      });
      response.on('end', done);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
