import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { levelIcon, type LevelIcon as IconName, type Title } from '@openlarder/domain/recognition/levels.ts';
import { Crown, type LucideIcon, Star, Trophy } from 'lucide-react';

const TITLES: Readonly<Record<Title, MessageDescriptor>> = {
  newcomer: msg`Newcomer`,
  neighbor: msg`Neighbor`,
  food_friend: msg`Food Friend`,
  food_hero: msg`Food Hero`,
  community_champion: msg`Community Champion`,
  hunger_fighter: msg`Hunger Fighter`,
  food_legend: msg`Food Legend`,
};

/** "Food Friend": the title in words, its underscores as spaces and capitalized. */
export const titleName = (title: Title): string => i18n._(TITLES[title]);

const ICONS: Readonly<Record<IconName, LucideIcon>> = { star: Star, trophy: Trophy, crown: Crown };

/** The icon of a level's tier. Decorative: the level stands beside it. */
export function LevelIcon({ level, className }: { readonly level: number; readonly className?: string }) {
  const Icon = ICONS[levelIcon(level)];
  return <Icon aria-hidden="true" data-level-icon={levelIcon(level)} className={className} />;
}
