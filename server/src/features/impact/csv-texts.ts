import { textTable } from '@openlarder/domain/kernel/text-table.ts';

/** The heads of the columns of what people export. */
export const csvTexts = textTable('csv', {
  date: 'Date',
  time: 'Time ({timeZone})',
  food: 'Food',
  category: 'Category',
  servings: 'Servings',
  'weight-lb': 'Estimated weight (lb)',
  'weight-kg': 'Estimated weight (kg)',
  allergens: 'Allergens',
  'received-by': 'Received by',
  status: 'Status',
  factors: 'Version of the estimates',
  kind: 'Kind',
  neighbor: 'Neighbor',
  people: 'People',
  'food-lb': 'Food (lb)',
  'co2-lb': 'CO2e avoided (lb)',
});
