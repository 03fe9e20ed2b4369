import Fastify from 'fastify';
import pg from 'pg';

/**
 * What any service on this stack pays before it does anything: a route that runs one trivial prepared statement and answers as many bytes as it
 * is asked for. A process of its own, as the service is.
 */
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 20 });
pool.on('error', () => {});
const app = Fastify();
app.post<{ Body: { bytes: number } }>('/', async (request, reply) => {
  await pool.query({ name: 'bare', text: 'select 1', values: [] });
  return reply.type('application/json').send(Buffer.alloc(request.body.bytes, ' '));
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(address);
