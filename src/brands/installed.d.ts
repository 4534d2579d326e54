declare module '*?installed' {
  const installed: { manifest: string; touchIcon: string };
  export default installed;
}
