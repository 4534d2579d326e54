import { LocalizedText } from '#schemas/common.ts';
import { conditionParts } from '#schemas/conditions.ts';
import { Answer, FormDefinition, FormElement } from '#schemas/forms.ts';

const {
  comparison: Comparison,
  innermostCondition: InnermostCondition,
  innerCondition: InnerCondition,
  condition: Condition,
} = conditionParts;

/** What stands in the contract often or is long: written once in the API description, and compiled once. */
export const contractParts = {
  Text: LocalizedText,
  Comparison,
  InnermostCondition,
  InnerCondition,
  Condition,
  FormElement,
  FormDefinition,
  Answer,
};
