import type { AppContext } from '#server/platform/app-context.ts';
import type { Translate } from '#server/platform/texts/translate.ts';
import { adminUsageTexts as texts } from './admin-texts.ts';

/** Listed apart from the commands, so that help and mistakes do not load the whole app. */
export const COMMAND_NAMES = [
  'setup',
  'people',
  'reports',
  'grant',
  'revoke',
  'verify',
  'unverify',
  'vouch',
  'unvouch',
  'invite',
  'pause',
  'resume',
  'remove',
  'points',
  'photos',
  'volunteers',
  'impact',
  'ads',
  'donations',
  'test-mail',
  'log',
  'backup',
  'restore',
  'doctor',
] as const;
/** Those that open for themselves what they need. */
export type OperationName = 'backup' | 'restore' | 'doctor';
export type CommandName = Exclude<(typeof COMMAND_NAMES)[number], OperationName>;
export const isOperation = (name: CommandName | OperationName): name is OperationName =>
  name === 'backup' || name === 'restore' || name === 'doctor';

/** Is told what a command opens, while it opens, to close it when the command is done or interrupted. */
export type Hold = <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>) => Promise<Opened>;

export type CommandInput = {
  readonly translate: Translate;
  /** What follows the name of the command, without options. */
  readonly args: readonly string[];
  readonly talk: boolean;
  readonly confirm: (question: string) => Promise<boolean>;
};
/** Runs one command and returns the lines to print; throws a CommandError when it cannot be done. */
export type AdminCommand = (ctx: AppContext, input: CommandInput) => Promise<readonly string[]>;

/** A command that cannot be done; the message is what the admin reads. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2;

  constructor(line: string, exitCode: 1 | 2 = 1) {
    super(line);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

export const COMMAND_LINE = 'npm run admin --';

type Described = readonly [command: string, text: keyof typeof texts.messages];

const COMMANDS: readonly (readonly Described[])[] = [
  [['people <part of a name>', 'people-search']],
  [
    ['reports', 'reports'],
    ['reports show <id>', 'reports-show'],
    ['reports show <id> --talk', 'reports-talk'],
    ['reports close <id> [note]', 'reports-close'],
  ],
  [
    ['pause <email> [reason]', 'pause'],
    ['resume <email>', 'resume'],
    ['remove person <email>', 'remove-person'],
    ['remove listing <id>', 'remove-listing'],
    ['remove request <id>', 'remove-request'],
    ['remove message <id>', 'remove-message'],
    ['remove photo <id>', 'remove-photo'],
  ],
  [
    ['verify <email>', 'verify'],
    ['unverify <email>', 'unverify'],
    ['vouch <email>', 'vouch'],
    ['unvouch <email>', 'unvouch'],
    ['invite', 'invite'],
    ['grant <email>', 'grant'],
    ['revoke <email>', 'revoke'],
    ['points rebuild', 'points-rebuild'],
    ['photos accept', 'photos-accept'],
    ['photos move', 'photos-move'],
    ['volunteers', 'volunteers'],
    ['impact', 'impact'],
    ['ads list', 'ads-list'],
    ['ads add name=value …', 'ads-add'],
    ['ads end <id>', 'ads-end'],
    ['donations list', 'donations-list'],
    ['donations reconcile', 'donations-reconcile'],
    ['test-mail [email]', 'test-mail'],
    ['log', 'log'],
  ],
  [
    ['backup <file>', 'backup'],
    ['restore <file>', 'restore'],
    ['doctor', 'doctor'],
  ],
];
const WIDTH = Math.max(...COMMANDS.flat().map(([command]) => command.length)) + 3;

export function usage(translate: Translate): string {
  const blocks = COMMANDS.map((block) =>
    block
      .map(([command, text]) => `  ${COMMAND_LINE} ${command.padEnd(WIDTH)}${translate(texts, text)}`)
      .join('\n'),
  );
  const notes = `${translate(texts, 'people')}\n${translate(texts, 'settings')}`;
  return [translate(texts, 'title'), ...blocks, notes].join('\n\n');
}
