import { textTable } from '../kernel/text-table.ts';

/** For each fact of `impact-facts.ts` what it counts, and a sentence. */
export const impactFactTexts = textTable('impact-fact', {
  'hungry_world.unit': 'people facing hunger',
  'hungry_world.text':
    "That's 8.2% of everyone on Earth in 2024. Estimates range from 638 to 720 million people.",
  'hungry_africa.unit': 'people facing hunger',
  'hungry_africa.text': 'In Africa, more than 20% of people faced hunger in 2024.',
  'hungry_2030.unit': 'people facing hunger in 2030',
  'hungry_2030.text': 'If things go on as they are, this many people will still be hungry in 2030.',
  'insecure_world.unit': "people who can't count on enough food",
  'insecure_world.text': 'They were moderately or severely food insecure in 2024.',
  'insecure_united_states.unit': 'households without enough food',
  'insecure_united_states.text': '13.7% of all US households were food insecure at some time in 2024.',
  'parcels_united_kingdom.unit': 'emergency food parcels',
  'parcels_united_kingdom.text': 'Food banks of one UK network gave out this many in a year.',
  'wasted_world.unit': 'tonnes of food wasted',
  'wasted_world.text': 'About 19% of the food available to people went to waste in 2022.',
  'wasted_per_person.unit': 'kg wasted per person at home',
  'wasted_per_person.text':
    'In 2022, with food service and stores, it came to 132 kg for each person in the world.',
  'wasted_at_home.unit': '% of food waste comes from homes',
  'wasted_at_home.text': 'Another 28% came from food service and 12% from stores in 2022.',
  'meals_wasted.unit': 'meals wasted every day',
  'meals_wasted.text': 'At least this many meals went to waste each day in 2022, in homes alone.',
  'surplus_united_states.unit': 'tons of surplus food',
  'surplus_united_states.text':
    'In 2023, 31% of the US food supply was never sold or eaten. It was worth $382 billion.',
  'wasted_united_kingdom.unit': 'tonnes wasted at home',
  'wasted_united_kingdom.text': 'This much food was thrown away by households in the UK in 2022.',
  'wasted_european_union.unit': 'kg of food waste per person',
  'wasted_european_union.text': 'In the EU, 54% of food waste came from households in 2021.',
  'emissions_world.unit': '% of greenhouse gas emissions, from food no one eats',
  'emissions_world.text':
    "This share of the world's emissions is linked to growing, moving, and dumping food that isn't eaten.",
  'methane_united_states.unit': '% of the methane from landfills, from food',
  'methane_united_states.text':
    'In the US, 58% of the methane that escaped from landfills in 2020 came from food.',
  'emissions_united_kingdom.unit': 'tonnes of CO₂e from food wasted at home',
  'emissions_united_kingdom.text':
    'The 6.4 million tonnes of food that UK households wasted in 2021 caused this much.',
  'carbon_united_kingdom.unit': 'kg CO₂e per kg of food wasted',
  'carbon_united_kingdom.text':
    'The emissions of the food that UK households wasted in 2021, divided by its weight. The division is ours.',
});

export type ImpactFactTextKey = keyof typeof impactFactTexts.messages;
