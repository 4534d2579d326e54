import { LocalizedText } from '#schemas/platform/common.ts';
import { conditionParts } from '#schemas/forms/conditions.ts';
import { Answer, FormDefinition, FormElement } from '#schemas/forms/forms.ts';

const {
  comparison: Comparison,
  innermostCondition: InnermostCondition,
  innerCondition: InnerCondition,
  condition: Condition,
} = conditionParts;

/** Large or repeated parts of the contract: described once in OpenAPI and compiled once. */
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
