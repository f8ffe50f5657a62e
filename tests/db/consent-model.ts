import type { Person } from "../support/actors.ts";

/** A small model of sharing: who accepted, blocked and left what, and the resulting screens. */

export type Status = "invited" | "taking_part" | "left";

export interface ModelPerson {
  person: Person;
  email: string;
  name: string;
  isConfirmed: boolean;
  isClosed: boolean;
}
export interface ModelShare {
  status: Status;
  holder: string | null;
}
export interface ModelTask {
  readonly id: string;
  readonly owner: number;
  readonly shares: Map<string, ModelShare>;
  /** people who did something, and the former names of those who no longer take part */
  readonly done: Set<string>;
  readonly formerNames: Map<string, string>;
}

export class Model {
  readonly people: ModelPerson[] = [];
  readonly tasks: ModelTask[] = [];
  /** "recipient sender" */
  readonly consents = new Map<string, "accepted" | "blocked">();
  /** "person task" -> whether it was seen */
  readonly left = new Map<string, boolean>();
  days = 0;

  owner = (task: ModelTask) => this.people[task.owner] as ModelPerson;
  liveTasks = () => this.tasks.filter((task) => !this.owner(task).isClosed);
  consent = (recipient: ModelPerson, sender: ModelPerson) =>
    this.consents.get(`${recipient.person.id} ${sender.person.id}`);
  hasLeft = (person: ModelPerson, task: ModelTask) =>
    this.left.has(`${person.person.id} ${task.id}`);

  private reaches = (person: ModelPerson, task: ModelTask) =>
    person.isConfirmed &&
    !person.isClosed &&
    person !== this.owner(task) &&
    task.shares.has(person.email) &&
    !this.hasLeft(person, task);
  takesPart = (person: ModelPerson, task: ModelTask) =>
    this.reaches(person, task) && this.consent(person, this.owner(task)) === "accepted";
  waiting = (person: ModelPerson, sender: ModelPerson) =>
    this.liveTasks().filter(
      (task) =>
        this.owner(task) === sender &&
        this.reaches(person, task) &&
        this.consent(person, sender) === undefined,
    );

  /** Updates who holds which share; people who lost one are remembered by their current name. */
  settle(): void {
    for (const task of this.tasks) {
      for (const [address, share] of task.shares) this.settleShare(task, share, address);
    }
  }
  settleShare(task: ModelTask, share: ModelShare, address: string | null): void {
    const holder = this.people.find(
      (person) => person.email === address && this.takesPart(person, task),
    );
    const before = this.people.find(({ person }) => person.id === share.holder);
    if (before && before !== holder && share.status === "taking_part") {
      if (!before.isClosed && !task.formerNames.has(before.person.id)) {
        task.formerNames.set(before.person.id, before.name);
      }
      share.status = "left";
    }
    share.holder = holder?.person.id ?? null;
  }

  screen(person: ModelPerson) {
    const tasks = this.liveTasks().filter(
      (task) => this.owner(task) === person || this.takesPart(person, task),
    );
    return {
      tasks: Object.fromEntries(tasks.map((task) => [task.id, this.names(task)])),
      invitations: Object.fromEntries(
        this.people
          .map((sender) => [sender.person.id, this.waiting(person, sender).length] as const)
          .filter(([, count]) => count > 0),
      ),
      statuses: Object.fromEntries(
        tasks
          .filter((task) => this.owner(task) === person)
          .flatMap((task) =>
            [...task.shares].map(([address, { status }]) => [`${task.id} ${address}`, status]),
          ),
      ),
    };
  }
  private names(task: ModelTask) {
    const named = this.people.filter(
      (one) => !one.isClosed && (one === this.owner(task) || task.done.has(one.person.id)),
    );
    return Object.fromEntries(
      named.map(({ person, name }) => [person.id, task.formerNames.get(person.id) ?? name]),
    );
  }
}
