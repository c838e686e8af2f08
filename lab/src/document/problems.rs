//! Declares problems.

/// Declares an enum of problems. Each variant has a code, a message, which is its documentation, and a help text. Message and help may
/// quote its fields.
macro_rules! problems {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $(
                $variant:ident $({ $($field:ident: $type:ty),* })?
                    $code:literal: ($message:literal $(, $part:expr)*) => ($($help:tt)*)
            ),* $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, thiserror::Error)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = $message]
                #[error($message $(, $part)*)]
                #[allow(missing_docs, reason = "the message says what the fields are")]
                $variant $({ $($field: $type),* })?
            ),*
        }

        impl $crate::document::Problem for $name {
            fn code(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $code),*
                }
            }

            #[allow(unused_variables, reason = "most help texts quote some fields only")]
            fn help(&self) -> String {
                match self {
                    $($name::$variant $({ $($field),* })? => format!($($help)*)),*
                }
            }
        }

        impl From<$name> for $crate::document::DocumentError {
            fn from(problem: $name) -> Self {
                Self::new(problem)
            }
        }
    };
}
pub(crate) use problems;
