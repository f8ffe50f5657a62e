import { type ComponentType, lazy, useEffect, useState } from "react";

let isAnyLost = false;

/** Whether some code could not be fetched: the network is down, or a newer version was deployed. */
export const hasLostCode = () => isAnyLost;

/**
 * A component whose code is loaded when it is shown, or ahead by its `load`; from then on it shows at
 * once (React's `lazy` alone would keep the loading sign around it for 0.3 s). Until then it suspends,
 * and an error on the way is the error boundary's.
 *
 * With `Instead` it is one that can be done without: that stands in its place until the code has come,
 * and stays if it doesn't. It needs no loading boundary, and few of those should wait at once
 * (docs/performance.md).
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
