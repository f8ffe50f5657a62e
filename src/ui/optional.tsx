import { type ComponentType, useEffect, useState } from "react";

/**
 * A component that is loaded once it is shown, and that one can do without: until its code has come, and
 * if it doesn't, `Instead` stands in its place. React's `lazy` needs a loading boundary, and few of those
 * should wait at once (docs/performance.md).
 */
export function optional<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Optional(props) {
    const [Shown, setShown] = useState(() => Loaded ?? Instead);
    useEffect(() => {
      load().then(
        (module) => {
          Loaded = module.default;
          setShown(() => module.default);
        },
        () => {},
      );
    }, []);
    return <Shown {...props} />;
  };
}
