declare module '*?installed' {
  export const installed: { manifest: string; touchIcon: string };
}
