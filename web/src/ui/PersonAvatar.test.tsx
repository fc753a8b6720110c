import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PersonAvatar, type PersonAvatarProps } from './PersonAvatar.tsx';

const drawn = (props: PersonAvatarProps): string => render(<PersonAvatar {...props} />).container.innerHTML;
const idOf = (nth: number): string => `0198${String(nth).padStart(4, '0')}-0000-7000-8000-000000000000`;
const person = (nth: number) => ({ id: idOf(nth), initials: 'AB' });

describe('the drawing of a person', () => {
  it('is the same for the same person, different among people, small and decorative', () => {
    expect(drawn({ person: person(1) })).toBe(drawn({ person: person(1) }));
    const all = Array.from({ length: 60 }, (_, nth) => drawn({ person: person(nth) }));
    expect(new Set(all).size).toBeGreaterThan(20);
    expect(all.every((markup) => markup.length < 2000 && markup.includes('aria-hidden="true"'))).toBe(true);
    expect(all.every((markup) => !markup.includes('AB'))).toBe(true);
  });

  it('is a sign with its initials for an organization', () => {
    expect(
      drawn({ person: { ...person(1), initials: 'NI', organizationName: 'Ninth Avenue Bakery' } }),
    ).toContain('NI');
  });

  it('stays the same where the initials are shown, with them', () => {
    const drawing = (showsInitials: boolean, organizationName: string | null) =>
      [
        ...render(
          <PersonAvatar person={{ ...person(1), organizationName }} showsInitials={showsInitials} />,
        ).container.querySelectorAll('path, ellipse, circle'),
      ].map(({ outerHTML }) => outerHTML);
    for (const organization of [null, 'Ninth Avenue Bakery'])
      expect(drawing(true, organization)).toEqual(drawing(false, organization));
    expect(drawn({ person: person(1), showsInitials: true })).toContain('AB');
  });

  it('is the same for all anonymous people, organizations included', () => {
    const all = [person(1), person(2), { ...person(3), organizationName: 'Ninth Avenue Bakery' }].map((who) =>
      drawn({ person: who, isAnonymous: true }),
    );
    expect(new Set(all).size).toBe(1);
  });
});
