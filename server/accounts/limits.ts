export const logoLimits = {
  logoSidePx: 512,
} as const;
