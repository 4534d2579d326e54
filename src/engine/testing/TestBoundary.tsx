import { Component, type ReactNode } from 'react';

/** Shows that a child has thrown. */
export class TestBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };
  override render() {
    return this.state.hasFailed ? <p>failed</p> : this.props.children;
  }
}
