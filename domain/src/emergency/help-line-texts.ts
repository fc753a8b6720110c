import { textTable } from '../kernel/text-table.ts';

export const helpLineTexts = textTable('help-line', {
  'emergency-services': 'Emergency services',
  emergency: 'When someone is in danger or ill. Any time.',
  'any-help-many-languages': 'Food, shelter, and other help near you. Any time, in most languages.',
  'usda-hotline': '1-866-3-HUNGRY. Monday to Friday, 7 AM to 10 PM Eastern. In Spanish: 1-877-842-6273.',
  'nearest-food-bank': 'Helps you find the nearest food bank.',
  trussell:
    'Help through Hardship: free, Monday to Friday, 9 to 5. The website helps you find the nearest food bank.',
  'help-from-people-near': 'Food and other help from people near you.',
  'any-help-no-name': 'Food, shelter, and other help near you, without giving your name.',
  'help-to-pay': 'Help paying for food, on weekdays.',
  'food-parcels': 'Food parcels and other help near you.',
  'nearest-tafel': 'Helps you find the nearest Tafel, which gives out food.',
  'someone-to-talk-to': 'Someone to talk to. Free, any time.',
  'meals-and-parcels': 'Meals, food parcels, and other help near you.',
  'nowhere-to-sleep': 'When you have nowhere to sleep. Free, any time.',
  'food-bank-of-province': 'Helps you find the food bank in your province.',
  'food-and-help': 'Food and other help near you.',
  'meals-and-help': 'Meals, food, and other help near you.',
});

export type HelpLineTextKey = keyof typeof helpLineTexts.messages;
