/** A refusal by the auth service; `message` is the service's own text. */
export class AuthFailure extends Error {
  override readonly name = "AuthFailure";
  /** the service's own, such as `current_password_invalid` */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

interface Refusal {
  readonly message: string;
  readonly code?: string | undefined;
}

/** @throws AuthFailure when the service has refused */
export function accept({ error }: { readonly error: Refusal | null }): void {
  if (error) throw new AuthFailure(error.message, error.code);
}
