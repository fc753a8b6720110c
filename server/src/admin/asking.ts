import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';

/** Something that cannot be done, in one line for whoever asked for it. */
export class Refusal extends Error {
  readonly exitCode: 1 | 2;

  constructor(line: string, exitCode: 1 | 2 = 1) {
    super(line);
    this.name = 'Refusal';
    this.exitCode = exitCode;
  }
}

export type Asked = {
  /** What stands behind the act, without options. */
  readonly words: readonly string[];
  readonly talk: boolean;
  /** Asks on the terminal; where there is none, only `--yes` says yes. */
  readonly confirm: (question: string) => Promise<boolean>;
};
export type Act = (asked: Asked) => Promise<readonly string[]>;

export const isId = (text: string): boolean => idSchema.safeParse(text).success;
