//! Written over by the test, in the editor's memory alone.
