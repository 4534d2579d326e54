/** An error that ends the start. The message is a sentence for the operator, without a stack. */
export class OperatorError extends Error {}
