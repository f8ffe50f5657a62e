import type { ReactNode } from "react";

export interface AuthUser {
  readonly id: string;
  readonly email: string;
}

export interface SignUpDetails {
  readonly fullName?: string;
  readonly email: string;
  readonly password: string;
}

export interface Auth {
  readonly user: AuthUser | null;
  /** true until the stored session has been read (spec §4) */
  readonly loading: boolean;
  /** true after a password-reset link was followed, until the new password is set */
  readonly recovering: boolean;
  signIn(email: string, password: string): Promise<void>;
  signUp(details: SignUpDetails): Promise<void>;
  signOut(): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  setNewPassword(password: string): Promise<void>;
}

/** What the auth service refused; `message` is the service's own text (spec §8). */
export class AuthFailure extends Error {
  override readonly name = "AuthFailure";
}

export function AuthProvider(_props: { children: ReactNode }): ReactNode {
  throw new Error("Being written.");
}

/** The signed-in user and the auth actions; every action throws AuthFailure when refused. */
export function useAuth(): Auth {
  throw new Error("Being written.");
}
