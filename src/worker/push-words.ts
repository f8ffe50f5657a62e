/**
 * What the worker says when a notification's button is pressed: it comes with the push, in its reader's language.
 */
export interface PushWords {
  /** of the buttons */
  readonly done: string;
  readonly "put-off": string;
  /** `{name}` stands for somebody */
  readonly did: string;
  readonly skipped: string;
  /** whose name isn't known */
  readonly somebody: string;
  /** the task or its day is gone */
  readonly over: string;
  readonly unsaved: string;
}
