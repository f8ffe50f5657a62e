import { type ComponentType, lazy, useState } from "react";

/**
 * A part of the app that is loaded on demand: a component, whose `load` loads it ahead. Once it is there
 * it shows at once; React's `lazy` alone would show the loading sign around it for 0.3 s all the same.
 */
export function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | undefined;
  const loadAndKeep = async () => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const Lazy: ComponentType<Props> = lazy(loadAndKeep);
  // biome-ignore lint/correctness/noComponentHookFactories: called once a part, where modules are loaded.
  function Part(props: Props) {
    // Chosen when it is mounted: another component would be mounted anew.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load: loadAndKeep });
}
