import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { shortPath } from './short-path.ts';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Only the number in a socket's name: nothing listens on the network. */
const socketNumber = 5432;

/**
 * Where the server is to listen: on a Unix socket in its own folder, which no other account can enter; on Windows on
 * a loopback port.
 */
export async function openEndpoint(cluster: string): Promise<Endpoint> {
  if (process.platform === 'win32') return loopback();
  const memo = path.join(path.dirname(cluster), 'run', 'socket-link');
  const short = await shortPath(cluster, `.s.PGSQL.${socketNumber}`, memo);
  return {
    host: short.path,
    port: socketNumber,
    // PostgreSQL is in its folder when it binds the socket, so that the length of the path matters to the clients only.
    settings: {
      listen_addresses: '',
      port: String(socketNumber),
      unix_socket_directories: '.',
      unix_socket_permissions: '0700',
    },
    close: short.remove,
  };
}

async function loopback(): Promise<Endpoint> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : socketNumber;
  await new Promise((closed) => probe.close(closed));
  return {
    host: '127.0.0.1',
    port,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    close: async () => {},
  };
}
