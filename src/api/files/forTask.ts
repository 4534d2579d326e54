/** Returns the query that names the task of a file. */
export const forTask = (workflowKey: string | undefined): { query: { workflowKey?: string } } => ({
  query: workflowKey === undefined ? {} : { workflowKey },
});
