import { displayName, initials } from '@openlarder/domain/accounts/person-names.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { BoardRow } from './board-rows.ts';

const STEPS = [
  { order: 'order-2', step: 'h-16 bg-mango text-mango-ink', avatar: 'size-16! ring-3 ring-mango' },
  { order: 'order-1', step: 'h-11 bg-plate-stone text-ink', avatar: 'size-12!' },
  { order: 'order-3', step: 'h-8 bg-plate-clay text-ink', avatar: 'size-12!' },
] as const;

/** The first three, drawn. The list below says it all, so this is decoration; it goes where there is no room. */
export function Podium({ rows }: { readonly rows: readonly BoardRow[] }) {
  if (rows.length < STEPS.length) return null;
  return (
    <div aria-hidden="true" className="@container">
      <div className="mx-auto hidden max-w-md items-end justify-center gap-2.5 @min-[17rem]:flex">
        {STEPS.map(({ order, step, avatar }, nth) => {
          const row = rows[nth];
          if (!row) return null;
          const { user, rank } = row;
          return (
            <div
              key={user.id}
              className={classNames('flex min-w-0 flex-1 flex-col items-center gap-1', order)}
            >
              <Avatar initials={initials(user)} seed={user.id} className={avatar} />
              <bdi className="max-w-full truncate text-sm font-semibold">
                {user.organizationName ? displayName(user) : user.firstName || displayName(user)}
              </bdi>
              <span
                className={classNames(
                  'flex w-full items-center justify-center rounded-t-control font-display text-xl font-bold',
                  step,
                )}
              >
                {rank}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
