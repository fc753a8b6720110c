import pg from 'pg';

/** The code of a write in a database that is read-only. */
export const READ_ONLY = '25006';

/** What libpq has for less; here, as the documentation says, a certificate is checked or not. `pg` warns of it in ten lines. */
const CHECKED = /(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/;
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/;

/**
 * The addresses that a `DATABASE_URL` names, one a host: `postgres://user@one:5432,two:5432/database` has two. They are the
 * primary of one database and its standbys, in any order.
 */
export function addressesOf(connectionString: string): string[] {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(connectionString) ?? [];
  if (!hosts.includes(',')) return [connectionString];
  return hosts.split(',').map((host) => before + host + after);
}

type ConnectCallback = Parameters<pg.Client['connect']>[0];

class ReadOnlyHost extends Error {
  readonly code = READ_ONLY;
}

/**
 * Options of a pool whose connections go to the host that takes writes. The first that fails or takes none has all later ones
 * try the next host, so that a failover takes as many refused connections as there are hosts before the new primary; the
 * calls that wait for them are answered with 503.
 */
export function withSeveralHosts(config: pg.PoolConfig): pg.PoolConfig {
  const connectionString = config.connectionString?.replace(CHECKED, 'verify-full');
  const addresses = addressesOf(connectionString ?? '');
  // a sibling's options have the class already, and share which host it is
  if (addresses.length === 1 || config.Client)
    return { ...config, ...(connectionString !== undefined && { connectionString }) };
  let current = 0;

  class ClientOfSeveral extends pg.Client {
    readonly #nth = current;

    constructor(given?: pg.ClientConfig) {
      super({ ...given, connectionString: addresses[current] ?? '' });
    }

    override connect(): Promise<this>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<this> | void {
      if (!callback) return this.#connectToPrimary();
      void this.#tell(callback);
    }

    async #tell(callback: ConnectCallback): Promise<void> {
      const failed = await this.#connectToPrimary().then(
        () => [],
        (error: unknown) => [error],
      );
      Reflect.apply(callback, undefined, failed);
    }

    async #connectToPrimary(): Promise<this> {
      try {
        await super.connect();
        const { rows } = await this.query<{ is: string }>(
          `select current_setting('transaction_read_only') as is`,
        );
        if (rows[0]?.is === 'on') throw new ReadOnlyHost('this host takes no writes');
        return this;
      } catch (error) {
        this.connection.stream.destroy();
        // of many that fail together, the first moves on
        if (current === this.#nth) current = (current + 1) % addresses.length;
        throw error;
      }
    }
  }
  return { ...config, Client: ClientOfSeveral };
}
