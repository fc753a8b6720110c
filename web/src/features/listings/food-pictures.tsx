import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import type { PictureName, PlainPicture } from '@openlarder/domain/listings/title-words.ts';
import { Carrot, CookingPot, Croissant, type LucideIcon, Milk, Package, ShoppingBasket } from 'lucide-react';
import { pictureOf } from './titles.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The URLs of the pictures by file; each includes its shadow and touches the lower edge. */
const FILES = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});
const SIZE = { width: 320, height: 256 };

/** Plates of their own: no tint that means something elsewhere. */
const PLATES = { oat: 'bg-plate-oat', clay: 'bg-plate-clay', stone: 'bg-plate-stone' };

/** Where no word of the title has a picture of its own, no food is shown that it might not be. */
const PLAIN: Partial<Record<PictureName, LucideIcon>> = {
  produce: Carrot,
  meal: CookingPot,
  bakery: Croissant,
  pantry: Package,
  dairy: Milk,
  basket: ShoppingBasket,
} satisfies Record<PlainPicture, LucideIcon>;

/** Where the oat plate is too close to the food's own color. */
const PLATE_OF: Partial<Record<PictureName, keyof typeof PLATES>> = {
  apple: 'stone',
  carrot: 'stone',
  chicken: 'stone',
  curry: 'stone',
  eggs: 'stone',
  falafel: 'stone',
  fries: 'stone',
  mango: 'stone',
  meat: 'stone',
  noodles: 'stone',
  onion: 'stone',
  orange: 'stone',
  pasta: 'stone',
  peach: 'stone',
  pizza: 'stone',
  potato: 'stone',
  shrimp: 'stone',
  soup: 'stone',
  tomato: 'stone',
  banana: 'stone',
  butter: 'stone',
  cake: 'stone',
  cheese: 'stone',
  cookies: 'stone',
  corn: 'stone',
  dairy: 'stone',
  dumplings: 'stone',
  honey: 'stone',
  lemon: 'stone',
  milk: 'stone',
  pancakes: 'stone',
  pineapple: 'stone',
  sandwich: 'stone',
  tea: 'stone',
  avocado: 'clay',
  berries: 'clay',
  cereal: 'clay',
  coffee: 'clay',
  cucumber: 'clay',
  fish: 'clay',
  grapes: 'clay',
  greens: 'clay',
  pear: 'clay',
  peas: 'clay',
  salad: 'clay',
  yogurt: 'clay',
};

type FoodOnTableProps = {
  readonly title: string;
  readonly category: Category | null;
  readonly eager: boolean;
};

/** The food that a title names, on its plate, filling its positioned parent; else a sign of its category. */
export function FoodOnTable({ title, category, eager }: FoodOnTableProps) {
  const name = pictureOf(title, category);
  const Sign = PLAIN[name];
  return (
    <span className={classNames('absolute inset-0 overflow-hidden', PLATES[PLATE_OF[name] ?? 'oat'])}>
      <span className="absolute inset-x-[-20%] top-[54%] h-full rounded-[50%] bg-plate-rim forced-colors:hidden" />
      {Sign ? (
        <Sign strokeWidth={1.25} className="absolute inset-0 m-auto size-[38%] max-h-14 text-muted" />
      ) : (
        <Picture
          name={name}
          eager={eager}
          className="absolute inset-x-0 bottom-[12%] mx-auto h-[68%] w-auto"
        />
      )}
    </span>
  );
}

type CategoryPictureProps = {
  readonly category: Category;
  /** Food of that category, if it is about one in particular. */
  readonly title?: string;
};

export const CategoryPicture = ({ category, title = '' }: CategoryPictureProps) => (
  <Picture name={pictureOf(title, category)} eager className="size-full" />
);

const addressOf = (name: PictureName): string | undefined => FILES[`./pictures/${name}.webp`];

export function fetchPicture(title: string, category: Category): void {
  const name = pictureOf(title, category);
  const address = addressOf(name);
  if (address !== undefined && !PLAIN[name]) new Image().src = address;
}

type PictureProps = { readonly name: PictureName; readonly eager: boolean; readonly className: string };

const Picture = ({ name, eager, className }: PictureProps) => (
  <img
    src={addressOf(name)}
    alt=""
    {...SIZE}
    loading={eager ? 'eager' : 'lazy'}
    // in the first view it renders together with the text around it
    decoding={eager ? 'auto' : 'async'}
    draggable={false}
    className={classNames('max-w-full object-contain', className)}
  />
);
