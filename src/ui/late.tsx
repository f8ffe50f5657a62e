import { type ComponentType, lazy, useEffect, useState } from "react";

let isAnyLost = false;

/** The network is down, or a newer version was deployed. */
export const hasLostCode = () => isAnyLost;

/**
 * Loads a component's code when it is shown, or ahead by `load`; loaded code shows at once, where
 * React's `lazy` would keep the loading sign for 0.3 s. `Instead` stands in until the code has come, and
 * if it doesn't; then no loading boundary is needed (docs/performance.md).
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead?: ComponentType<Props>,
) {
  let Loaded: ComponentType<Props> | undefined;
  const loadAndKeep = async () => {
    try {
      const module = await load();
      Loaded = module.default;
      return module;
    } catch (error) {
      isAnyLost = true;
      throw error;
    }
  };
  const First: ComponentType<Props> = Instead ?? lazy(loadAndKeep);
  function Late(props: Props) {
    // Chosen when it is mounted: another component would be mounted again.
    const [Shown, setShown] = useState(() => Loaded ?? First);
    useEffect(() => {
      if (!Instead) return;
      loadAndKeep().then(
        (module) => setShown(() => module.default),
        () => {},
      );
    }, []);
    return <Shown {...props} />;
  }
  return Object.assign(Late, { load: loadAndKeep, isLoaded: () => Loaded !== undefined });
}

/** Stands in for what may be missing. */
export const Nothing = () => null;
