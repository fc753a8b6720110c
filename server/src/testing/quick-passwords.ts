// A setup file: passwords are hashed at a sixty-fourth of the cost. Every sign-up would take a tenth of a second else,
// of which there are hundreds. Processes that tests start hash as the product does.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const COST = 256;
const { scrypt } = crypto;

/** As Node's `scrypt`, whatever cost is asked for. */
const quickScrypt: typeof scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions | Parameters<typeof scrypt>[3],
  done?: Parameters<typeof scrypt>[3],
) => {
  if (typeof options === 'function' || !done) throw new Error('a password is hashed with a cost');
  scrypt(password, salt, length, { ...options, N: COST }, done);
};

// once for each worker, whose files share it
if (scrypt.name === 'scrypt') {
  crypto.scrypt = quickScrypt;
  syncBuiltinESMExports();
}
