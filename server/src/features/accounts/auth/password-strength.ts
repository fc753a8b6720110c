import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { plainForm } from '@openlarder/domain/kernel/text-characters.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Those that leaks show most often, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** One character again and again, or among the commonest, in any case, digits and spacing. */
function isGuessable(password: string): boolean {
  const plain = plainForm(password).toLowerCase().replaceAll(/\s+/gu, '');
  return /^(.?)\1*$/su.test(plain) || COMMON.has(plain);
}

/** Refuses a new password that is easily guessed, with 422 on its field; one in use keeps working. */
export function requireHardToGuess(field: 'password' | 'newPassword', password: string): void {
  if (isGuessable(password)) throw unprocessable({ [field]: errorText('guessable-password') });
}
