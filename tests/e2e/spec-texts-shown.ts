/** Which browser test shows which texts of the specification: by file, then by the test's name. */
export const SHOWN_BY: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "auth.e2e.ts": {
    "Loading... until it is known who is signed in": ["Loading..."],
    "signs in, stays signed in after a reload, and signs out": [
      ...["Sign In", "Forgot Password?", "Welcome back!", "You have been signed in successfully."],
      ...["Signed Out", "You have been signed out successfully."],
    ],
    "a wrong password is refused in the server's words": ["Sign In Failed", "Email", "Password"],
    "empty and misspelt fields say so under themselves, and the first has the focus": [
      ...["Required", "Invalid email"],
    ],
    "signs up with a name that is optional and a password to create": [
      ...["Sign Up", "Full Name", "Create a password", "Account Created!"],
      "Please check your email to verify your account.",
    ],
    "a password that is too weak is refused in the server's words": ["Sign Up Failed"],
    "a sign-out that the server fails at says so; this device is signed out all the same": [
      "Sign Out Failed",
    ],
  },
  "reset-password.e2e.ts": {
    "asks for an address, waits for one, and can be closed": [
      ...["Reset your password", "Email address", "Send reset email"],
    ],
    "says the same whether or not there is an account": [
      "If there's an account with that email, a reset link has been sent.",
    ],
    "a mail that cannot be sent says why": ["Error sending reset email"],
    "the link in the mail leads to a new password, and that back to the app": [
      ...["Set New Password", "Saving...", "Password reset failed", "Password updated"],
      "You can now log in with your new password.",
      "Password updated! Redirecting to sign in...",
    ],
    "without the link there is no password to set": ["Auth session missing!"],
  },
  "routes.e2e.ts": {
    "an unknown address shows the 404 page, which leads home": [
      ...["404", "Oops! Page not found", "Return to Home"],
    ],
    "an unexpected error shows the fallback, and Try Again clears it": [
      ...["Something went wrong", "Try Again"],
      "We encountered an unexpected error. Please try refreshing the page.",
    ],
  },
  "about.e2e.ts": {
    "tells of the product and its version, without Add Task": [
      ...["Add Task", "Today", "Tasks", "About", "Logout"],
    ],
  },
  "today.e2e.ts": {
    "says which day it is, and that there is nothing to do": [
      ...["Today is {weekday, month day}", "You're All Done - Congratulations!"],
      ...["No tasks for today!", "Add a task to get started."],
    ],
    "sorts occurrences into sections, categories and titles, with counts": [
      ...["You have N tasks for today", "Active", "Done", "Overdue", "Yesterday", "at h:mm a"],
    ],
    "ticks off and takes back, and the count follows at once": [
      ...["You have 1 task for today", "Task Completed", "Great job! Task marked as complete."],
      ...["Task Uncompleted", "Task marked as incomplete."],
    ],
    "Done names who did a shared task: the other person, or You": ["You"],
  },
  "today-failures.e2e.ts": {
    "a tick without a network is tried twice, then taken back with the reason": [
      "Connection Error",
      "Unable to mark task as complete. Please check your connection and try again.",
    ],
    "an Undo without a network is tried twice, then taken back with the reason": [
      "Unable to undo task completion. Please check your connection and try again.",
    ],
    "a tick that the server fails at is tried twice, and the list is read again": [
      ...["Error Completing Task", "Failed to mark task as complete. Please try again."],
    ],
    "an Undo that the server refuses for good is tried once": [
      ...["Error Undoing Task", "Failed to undo task completion. Please try again."],
    ],
    "a list that cannot be loaded is tried three times, then says why": [
      "Error Loading Tasks",
      "Unable to connect to the server. Please check your internet connection and try again.",
    ],
    "a list that the server fails to give says so in other words": [
      "Failed to load your tasks. Please try again.",
    ],
  },
  "tasks.e2e.ts": {
    "says that there are no tasks yet": ["No tasks yet!", "Create your first task to get started."],
    "groups tasks by category: overdue first, then due today, then by title": [
      ...["N active tasks", "1 task", "N tasks"],
    ],
    "a card shows all there is to know of a task": [
      ...["See History", "Shared", "Next Due", "No upcoming due dates"],
      ...["MMM d, yyyy", "Tomorrow", "N days ago", "In N days"],
    ],
    "a deleted task is gone at once; a failed deletion brings it back": [
      ...["1 active task", "Delete Task", "Task Deleted"],
      ...["Your task has been deleted successfully.", "Error Deleting Task"],
      "Failed to delete your task. Please try again.",
    ],
    "deleting a shared task warns, and removes it for everyone without a reload": [
      "removes the task for everyone",
    ],
  },
  "history.e2e.ts": {
    "a month of 42 days from Sunday on, each with its status": [
      "Task History: {title}",
      ...["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
      ...["Completed", "Missed", "Due Future", "Due Today"],
    ],
    "moves by months and years, and back to today": [
      ...["Previous month", "Next month", "Previous year", "Next year"],
    ],
  },
  "editor.e2e.ts": {
    "a new task: labels, placeholders, defaults, and 'Saving task...' on the way": [
      ...["Category *", "Enter category", "Title *", "Enter task title"],
      ...["Notes", "Enter notes (optional)", "Saving task...", "Task Created"],
      "Your task has been created successfully.",
    ],
    "an edited task has its values, and an end date that can be cleared": [
      "Edit Task",
      ...["Task Updated", "Your task has been updated successfully."],
    ],
    "a task that cannot be created stays in the editor, and is created once in the end": [
      ...["Error Creating Task", "Problem creating your task."],
    ],
    "a task that cannot be updated stays in the editor": [
      ...["Error Updating Task", "Failed to update your task. Please try again."],
    ],
    "a half-filled editor asks before it is thrown away": ["Task Entry"],
  },
  "keyboard.e2e.ts": {
    "signs in, adds a chore, ticks it off, takes it back, deletes it, and leaves": ["All Tasks"],
  },
  "recurrence.e2e.ts": {
    "offers what fits the frequency, and previews the rule": [
      ...["Custom Recurrence", "Daily", "Weekly", "Monthly", "Yearly", "Apply", "Cancel"],
    ],
  },
  "validation.e2e.ts": {
    "all that is missing is said at once, under the fields, with the focus on the first": [
      ...["Validation Error", ", ", "Title is required", "Category is required"],
      "Start date is required",
    ],
    "what is too short, too long or too early is said when the field is left": [
      ...["Title must be at least 2 characters", "Title must be less than 100 characters"],
      "Category must be less than 50 characters",
      "End date must be after start date",
    ],
    "a title that another task has is refused, whatever the space around it": [
      "Duplicate Task",
      "You already have an active task with that title. Please choose a different title.",
    ],
    "what only the server refuses is shown under its field, after one try": ["Invalid input"],
  },
  "sharing.e2e.ts": {
    "addresses are added, kept as contacts by the save, and suggested for the next task": [
      ...["Contact added!", "Shared contact {email} was added."],
    ],
    "contacts that cannot be loaded say so": [
      ...["Failed to load shared contacts", "An error occurred."],
    ],
  },
};
