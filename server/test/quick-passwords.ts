// A setup file: passwords are hashed at a sixty-fourth of the cost. Otherwise each of hundreds of sign-ups would take a
// tenth of a second. Processes that tests start hash as the product does.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const COST = 256;
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;

/** As Node's `scrypt`, with a fixed cost. */
function quickScrypt(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
): void {
  scrypt(password, salt, length, { ...options, N: COST }, done);
}

// once for each worker, whose files share it
if (scrypt.name !== quickScrypt.name) {
  Object.assign(crypto, { scrypt: quickScrypt });
  syncBuiltinESMExports();
}
