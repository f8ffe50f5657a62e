/**
 * Every text of the specification that a person can see, and the browser test that shows it.
 * tests/support/spec-texts.test.ts holds this list to the tests' sources.
 */

/** The texts, by the section of the specification that has them. */
export const SPEC_TEXTS: Readonly<Record<string, readonly string[]>> = {
  "§2 routes and main view": [
    ...["Loading...", "404", "Oops! Page not found", "Return to Home", "Add Task"],
    ...["Today", "Tasks", "About", "Today is {weekday, month day}"],
    ...["You're All Done - Congratulations!", "You have 1 task for today"],
    ...["You have N tasks for today", "Active", "Done", "Overdue"],
    ...["No tasks for today!", "Add a task to get started."],
  ],
  "§2 tasks and about": [
    ...["All Tasks", "1 active task", "N active tasks", "No tasks yet!"],
    ...["Create your first task to get started.", "1 task", "N tasks", "See History"],
    ...["Shared", "Logout", "removes the task for everyone", "Delete Task"],
  ],
  "§2 history": [
    ...["Task History: {title}", "Previous month", "Next month", "Previous year", "Next year"],
    ...["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    ...["Completed", "Missed", "Due Future", "Due Today", "at h:mm a"],
  ],
  "§2 editor and recurrence": [
    ...["Task Entry", "Edit Task", "Category *", "Enter category", "Title *", "Enter task title"],
    ...["Notes", "Enter notes (optional)", "Saving task...", "Custom Recurrence"],
    ...["Daily", "Weekly", "Monthly", "Yearly", "Apply", "Cancel"],
  ],
  "§2 auth and error fallback": [
    ...["Sign In", "Sign Up", "Email", "Password", "Forgot Password?", "Full Name"],
    ...["Create a password", "Reset your password", "Email address", "Send reset email"],
    ...["Set New Password", "Saving...", "Something went wrong", "Try Again"],
    "We encountered an unexpected error. Please try refreshing the page.",
  ],
  "§3, §4": ["You", "Next Due", "No upcoming due dates"],
  "§5": [
    ...["Title is required", "Title must be at least 2 characters"],
    ...["Title must be less than 100 characters", "Category is required"],
    ...["Category must be less than 50 characters", "Start date is required"],
    ...["End date must be after start date", "Validation Error", ", "],
    ...["Required", "Invalid input", "Invalid email"],
  ],
  "§8 auth": [
    ...["Sign In Failed", "Welcome back!", "You have been signed in successfully."],
    ...["Sign Up Failed", "Account Created!", "Please check your email to verify your account."],
    ...["Sign Out Failed", "Signed Out", "You have been signed out successfully."],
    "Error sending reset email",
    "If there's an account with that email, a reset link has been sent.",
    ...["Password reset failed", "Password updated", "You can now log in with your new password."],
    ...["Password updated! Redirecting to sign in...", "Auth session missing!"],
  ],
  "§8 tasks": [
    "Error Loading Tasks",
    "Unable to connect to the server. Please check your internet connection and try again.",
    "Failed to load your tasks. Please try again.",
    ...["Task Created", "Your task has been created successfully."],
    ...["Error Creating Task", "Problem creating your task."],
    ...["Task Updated", "Your task has been updated successfully."],
    ...["Error Updating Task", "Failed to update your task. Please try again."],
    ...["Task Deleted", "Your task has been deleted successfully."],
    ...["Error Deleting Task", "Failed to delete your task. Please try again."],
    ...["Task has been deleted.", "Task has been removed for everyone."],
    ...["Task Completed", "Great job! Task marked as complete.", "Task marked as done!"],
    "Connection Error",
    "Unable to mark task as complete. Please check your connection and try again.",
    ...["Error Completing Task", "Failed to mark task as complete. Please try again."],
    ...["Task Uncompleted", "Task marked as incomplete."],
    ...["Task Restored", "Task moved back to active."],
    "Unable to undo task completion. Please check your connection and try again.",
    ...["Error Undoing Task", "Failed to undo task completion. Please try again."],
  ],
  "§8 sharing": [
    "Duplicate Task",
    "You already have an active task with that title. Please choose a different title.",
    ...["Failed to load shared contacts", "Failed to add contact", "An error occurred."],
    ...["Contact added!", "Shared contact {email} was added."],
  ],
  "§9": ["MMM d, yyyy", "Tomorrow", "Yesterday", "N days ago", "In N days"],
};

/** Texts that no screen shows, and why. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  "Failed to add contact":
    "a contact is added by the save that shares with it, whose failure is said",
  "Task has been deleted.": "another wording: the first one is the toast (design §8)",
  "Task has been removed for everyone.": "another wording: the first one is the toast (design §8)",
  "Task marked as done!": "another wording: the first one is the toast (design §8)",
  "Task Restored": "another wording: the first one is the toast (design §8)",
  "Task moved back to active.": "another wording: the first one is the toast (design §8)",
};

/** How a test writes a text that has something to fill in. */
export const WRITTEN_AS: Readonly<Record<string, string>> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: they stand so in the tests' sources.
  "Today is {weekday, month day}": "Today is ${weekday}",
  "You have N tasks for today": "You have 4 tasks for today",
  "N active tasks": "5 active tasks",
  "1 task": "1 task$",
  "N tasks": "4 tasks$",
  "Task History: {title}": "Task History: ${title}",
  "at h:mm a": "at \\d{1,2}:\\d\\d [AP]M",
  ", ": "Title is required, Category is required",
  "Shared contact {email} was added.": "Shared contact ${robin} was added.",
  "MMM d, yyyy": "displayed(day(30))",
  "N days ago": "3 days ago",
  "In N days": "In 3 days",
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
};
