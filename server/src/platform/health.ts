import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** `/healthz`: the process lives, whatever the database does. `/readyz`: it can do its work. */
export function bindHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: { hide: true }, logLevel: 'warn' }, async () => {
    await pool.query('select 1');
    return { status: 'ready' };
  });
}
