/** The page names its backend before any module of the app is loaded; network.ts stands in for it. */
const backend = {
  ...{ url: "http://backend.test", publishableKey: "the key" },
  ...{ sendsMail: true, hasOperator: true },
};
const element = document.createElement("script");
Object.assign(element, { id: "backend", type: "application/json", text: JSON.stringify(backend) });
document.head.append(element);
