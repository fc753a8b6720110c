/**
 * Pounds of CO2e that one rescued meal saves: 1.2 lb of food a meal (Feeding America, from USDA) × 2.8 kg CO2e per kg of
 * food (WRAP 2021) × what is not lost again (0.958, ReFED). A ratio of weights, so that pounds of food give pounds of CO2e.
 */
export const CO2_LBS_PER_MEAL = 1.2 * 2.8 * 0.958;
