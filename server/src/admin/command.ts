import type { AppContext } from '#server/platform/app-context.ts';
import type { Words } from '#server/platform/texts/wording.ts';

/** Known without the commands themselves, so that help and mistakes do not load the whole app. */
export const COMMAND_NAMES = [
  'reports',
  'grant',
  'revoke',
  'verify',
  'unverify',
  'vouch',
  'unvouch',
  'pause',
  'resume',
  'remove',
  'points',
  'volunteers',
  'ads',
  'donations',
  'log',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export type CommandInput = {
  /** Words what the command prints. */
  readonly words: Words;
  /** What follows the name of the command, without options. */
  readonly args: readonly string[];
  readonly talk: boolean;
  readonly confirm: (question: string) => Promise<boolean>;
};
/** Runs one command and returns the lines to print; throws a Refusal when it cannot be done. */
export type AdminCommand = (ctx: AppContext, input: CommandInput) => Promise<readonly string[]>;

/** A command that cannot be done; the message is what the admin reads. */
export class Refusal extends Error {
  readonly exitCode: 1 | 2;

  constructor(line: string, exitCode: 1 | 2 = 1) {
    super(line);
    this.name = 'Refusal';
    this.exitCode = exitCode;
  }
}
