import { css } from '@linaria/core';
import { styled } from '@linaria/react';

/** Styles for the elements that Leaflet creates. */
export const mapClass = css`
  height: 18rem;
  z-index: 0;
  background: var(--sunken);
  font-family: inherit;
  font-size: var(--text-sm);
  &:focus-visible {
    outline-offset: -3px;
  }
  .leaflet-bar {
    border: 0;
    border-radius: var(--r-sm);
    overflow: hidden;
    box-shadow: var(--shadow-2);
  }
  .leaflet-bar a {
    width: 2.75rem;
    height: 2.75rem;
    line-height: 2.75rem;
    background: var(--raised);
    color: var(--text);
    border-color: var(--border);
    font-size: 1.25rem;
  }
  .leaflet-bar a.leaflet-disabled {
    color: var(--muted);
    background: var(--sunken);
  }
  .leaflet-bar a:focus-visible {
    outline-offset: -3px;
  }
`;

export const countryClass = css`
  fill: var(--surface);
  fill-opacity: 1;
  stroke: var(--border-strong);
  stroke-width: 1;
`;

export const homeClass = css`
  fill: var(--accent-tint);
  fill-opacity: 1;
  stroke: var(--muted);
  stroke-width: 1.5;
`;

export const placeClass = css`
  width: max-content !important;
  color: var(--muted);
  line-height: 1;
  white-space: nowrap;
  &::before {
    content: '';
    display: inline-block;
    width: 5px;
    height: 5px;
    margin-right: 4px;
    border-radius: 50%;
    background: currentColor;
    vertical-align: middle;
  }
`;

export const pinClass = css`
  color: var(--accent-edge);
  filter: drop-shadow(0 2px 2px rgb(0 0 0 / 0.3));
  svg {
    width: 2.5rem;
    height: 2.5rem;
    stroke: var(--raised);
    stroke-width: 8;
  }
  &:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 0;
    border-radius: var(--r-sm);
  }
`;

export const Below = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s-4);
  padding: 0.35rem 0.9rem;
  border-top: 1px solid var(--border);
  background: var(--raised);
  color: var(--muted);
  font-size: var(--text-sm);
  > button {
    margin: 0 -0.75rem;
  }
`;
