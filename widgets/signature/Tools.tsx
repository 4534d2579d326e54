import { styled } from '@linaria/react';

export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-2);
  margin-top: var(--s-1);
`;
