/** Says which task a call about a file is for. */
export const forTask = (workflowKey: string | undefined): { query: { workflowKey?: string } } => ({
  query: workflowKey === undefined ? {} : { workflowKey },
});
