import { chakra } from "@chakra-ui/react";
import { Component, type ReactNode } from "react";
import { useStore } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import { hasLostCode } from "../ui/late.tsx";
import { spokenLocale } from "../ui/use-locale.ts";

/** A page can't import lost code twice, so that Try Again reloads it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  readonly retry = () => {
    if (hasLostCode()) location.reload();
    else this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorFallback onRetry={this.retry} />;
  }
}

/** Stands above the locale's context. */
function ErrorFallback({ onRetry }: { onRetry: () => void }) {
  const { t } = useStore(spokenLocale);
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center" px="4" py="10">
      <chakra.div
        role="alert"
        display="grid"
        gap="4"
        maxW="narrow"
        justifyItems="center"
        textAlign="center"
      >
        <h1>{t("Something went wrong")}</h1>
        <p>{t("We encountered an unexpected error. Please try refreshing the page.")}</p>
        <Button onClick={onRetry}>{t("Try Again")}</Button>
      </chakra.div>
    </chakra.main>
  );
}
